// npm start of a folder that is built: no compiler and no TypeScript loader runs.
import { HOST, WORKER } from "../../host/built-files.mjs";
import { run } from "./run";

run({
  dev: false,
  build: async () => {},
  web: HOST,
  worker: [WORKER],
  checkout: true,
  command: "npm run atrium --",
});
