import { cpSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { PACKED_PACKAGES } from "../packages/build-packages.mjs";
import { DESCRIBED } from "./generate";
import { run } from "./run";

const PACKAGE = "packages/go";
const GENERATOR = "github.com/oapi-codegen/oapi-codegen/v2/cmd/oapi-codegen@v2.8.2";

/** Writes the typed calls, and copies the module's files to the folder of packages. */
export async function packGo(root: string): Promise<void> {
  const cwd = join(root, PACKAGE);
  mkdirSync(join(cwd, "api"), { recursive: true });
  const from = join(root, DESCRIBED, "openapi-3.0.json");
  // The generator itself is no dependency of our module.
  const env = { GOFLAGS: "-mod=mod" };
  await run("go", ["run", GENERATOR, "-config", "oapi-codegen.yaml", from], { cwd, env });
  await run("gofmt", ["-w", "rules.gen.go"], { cwd });
  const into = join(root, PACKED_PACKAGES, "go");
  rmSync(into, { recursive: true, force: true });
  cpSync(cwd, into, {
    recursive: true,
    filter: (file) => !/_test\.go$|oapi-codegen\.yaml$/.test(file),
  });
  cpSync(join(root, "LICENSE"), join(into, "LICENSE"));
}
