// npx atrium dev in a checkout that is not built yet.
import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { DEV } from "../../host/built-files.mjs";
import { build } from "../build/build.mjs";

console.error("Building Atrium; this is done once.");
await build(["host", "pages", "dev"]);
await import(pathToFileURL(resolve(DEV)).href);
