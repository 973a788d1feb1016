import { existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { installDebianPackage } from "@/tools/test/debian-package";
import { output, Skipped } from "../harness/system";
import { hasProgram, python } from "../harness/tools";

/** CloudNativePG, whose sources have the schema of its kinds. */
const MODULE = "github.com/cloudnative-pg/cloudnative-pg";
const VERSION = "v1.27.0";
const YAML = "/usr/lib/python3/dist-packages/yaml";

/** Returns the JSON schema of CloudNativePG's Cluster, in a folder.
 *  @returns the path for kubeconform
 *  @throws Skipped without Go */
export function clusterSchema(folder: string): string {
  if (!hasProgram("go", "version"))
    throw new Skipped("CloudNativePG's schemas come by Go, which is not here");
  const made = join(folder, "cloudnative-pg");
  mkdirSync(made, { recursive: true });
  const stdout = output("go", ["mod", "download", "-json", `${MODULE}@${VERSION}`], {
    cwd: folder,
    env: { GOFLAGS: "-mod=mod" },
  });
  const kinds = join(JSON.parse(stdout).Dir, "config/crd/bases/postgresql.cnpg.io_clusters.yaml");
  if (!existsSync(kinds)) throw new Error(`${MODULE} has no ${kinds}`);
  if (!existsSync(YAML) && !installDebianPackage("python3-yaml"))
    throw new Skipped("Python reads no YAML here: apt-get install python3-yaml");
  output(python(), ["-c", CONVERT, kinds, join(made, "cluster.json")]);
  return `${made}/{{.ResourceKind}}.json`;
}

/** Closes a kind's schema to fields that it does not name. */
const CONVERT = `
import json, sys, yaml
def strict(schema):
    if isinstance(schema, dict):
        if "properties" in schema and not schema.get("x-kubernetes-preserve-unknown-fields"):
            schema.setdefault("additionalProperties", False)
        for value in schema.values(): strict(value)
    elif isinstance(schema, list):
        for value in schema: strict(value)
    return schema
with open(sys.argv[1]) as file: kind = yaml.safe_load(file)
(version,) = [one for one in kind["spec"]["versions"] if one["name"] == "v1"]
schema = version["schema"]["openAPIV3Schema"]
schema["properties"]["metadata"] = {"type": "object"}
with open(sys.argv[2], "w") as file: json.dump(strict(schema), file)
`;
