// npm start, and npm run dev. An old Node gets no further than its check.
import { expectNode } from "./setup/node-version.mjs";

expectNode(20);
import("./setup/start.mjs");
