// dist/health.mjs: asks the server on this machine whether it is up, or with `ready` whether it can work. The exit code is the
// answer, for a container's health check.
import { request } from "node:http";

const PATIENCE_MS = 4_000;
const { PORT = "3000", ATRIUM_HOST } = process.env;
const path = process.argv[2] === "ready" ? "/readyz" : "/healthz";
const every = !ATRIUM_HOST || ATRIUM_HOST === "0.0.0.0" || ATRIUM_HOST === "::";
const asked = request({
  host: every ? "127.0.0.1" : ATRIUM_HOST,
  port: PORT || "3000",
  path,
  timeout: PATIENCE_MS,
});
asked.on("timeout", () => asked.destroy(new Error("no answer in time")));
asked.on("error", (error) => {
  console.error(`${path}: ${error.message}`);
  process.exit(1);
});
asked.on("response", ({ statusCode }) => {
  console.log(`${path}: ${statusCode}`);
  process.exit(statusCode === 200 ? 0 : 1);
});
asked.end();
