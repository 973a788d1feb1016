// npx atrium dev in a checkout that is not built yet.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { build } from "../host/build.mjs";
import { DEV } from "../host/built-files.mjs";

console.error("Building Atrium; this is done once.");
await build(["host", "pages", "dev"]);
await import(pathToFileURL(resolve(DEV)).href);
