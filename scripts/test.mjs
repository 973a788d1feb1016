// npm test: installs what is missing, and goes on under the Node 24 that was installed. An old Node gets no further than its check.
import { expectNode } from "./setup/node-version.mjs";

expectNode(20);
import("./setup/enter.mjs").then(({ enter }) => enter("scripts/test/main.ts"));
