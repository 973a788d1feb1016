#!/usr/bin/env node
// npx atrium in a checkout. An old Node gets no further than its check.
import { expectNode } from "./setup/node-version.mjs";

expectNode(20);
import("./setup/atrium.mjs");
