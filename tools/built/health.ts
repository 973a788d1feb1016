// dist/health.mjs: requests the liveness of the server on this machine, or with `ready` its readiness. The
// exit code is the answer, for a container's health check.
import { expectNode } from "../setup/node-version.mjs";

expectNode(24);
const { requestPage: askServer } = await import("../start/ask-server");

const PATIENCE_MS = 4_000;
const { PORT = "3000", ATRIUM_HOST } = process.env;
const path = process.argv[2] === "ready" ? "/readyz" : "/healthz";
const where = { port: Number(PORT || 3000), host: ATRIUM_HOST, patienceMs: PATIENCE_MS };
try {
  const { status } = await askServer(path, where);
  console.log(`${path}: ${status}`);
  process.exitCode = status === 200 ? 0 : 1;
} catch (error) {
  console.error(`${path}: ${error instanceof Error ? error.message : error}`);
  process.exitCode = 1;
}
