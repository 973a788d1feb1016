import { readFileSync } from "node:fs";
import { join } from "node:path";
import { documented } from "@/tests/support/documented";
import { aShell } from "../harness/ends";
import { expectThat, holds } from "../harness/system";
import { debianProgram } from "../harness/tools";

/** Runs the pages' commands for Helm without a cluster: Helm renders what it would install, and kubectl what
 *  it would create.
 *  @param oldest the version of Kubernetes that the cluster would have
 *  @returns the manifests of each page, the service first and then PostgreSQL */
export async function typedReleases(
  helm: string,
  oldest: string,
): Promise<{ service: string[]; database: string[] }> {
  const kubectl = debianProgram("kubectl", "kubernetes-client");
  const shell = aShell(
    { OLDEST: oldest },
    { helm: HELM.replace("HELM", helm), kubectl: KUBECTL.replace("KUBECTL", kubectl) },
  );
  const release = (name: string) => readFileSync(join(shell.folder, `${name}.release`), "utf8");
  const secret = await shell.run(
    documented("deploy/helm/atrium/README.md", "kubectl create namespace", { "…": "secret" }),
  );
  const keys = ["DATABASE_URL", "DATABASE_OWNER_URL", "ATRIUM_MASTER_KEY", "ATRIUM_SMTP_URL"];
  for (const key of keys)
    expectThat(new RegExp(`^ {2}${key}: \\S+$`, "m").test(secret), `the Secret has ${key}`);
  const service = [release("atrium")];
  await shell.run(documented("docs/DEPLOYING.md", "helm --namespace"));
  service.push(release("atrium"));
  await shell.run(
    documented("deploy/helm/atrium-postgres/README.md", "kubectl --namespace", { "…": "secret" }),
  );
  holds("the commands of the pages make namespace and Secrets, and install both charts");
  return { service, database: [release("atrium-postgres")] };
}

/** `install` saves what it renders, and `test` looks for what it would run. */
const HELM = `[ "$1 $2" = "--namespace atrium" ] || exit 2
verb=$3 release=$4
shift 3
case "$verb" in
  install) exec "HELM" --namespace atrium template --kube-version "$OLDEST" "$@" > "$release.release" ;;
  test) exec grep --quiet 'helm.sh/hook: test' "$release.release" ;;
  *) exit 2 ;;
esac`;

/** Stands in for kubectl: waits only for what was installed. */
const KUBECTL = `case "$*" in
  *" wait "*) kind=\${*##* } ; exec grep --quiet "name: \${kind#*/}" "\${kind#*/}.release" ;;
  *) exec "KUBECTL" "$@" --dry-run=client --output=yaml ;;
esac`;
