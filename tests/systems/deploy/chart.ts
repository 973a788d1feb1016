import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { aFolder } from "../harness/ends";
import { expectThat, holds, output } from "../harness/system";
import { goProgram } from "../harness/tools";
import { typedReleases } from "./chart-commands";
import { clusterSchema } from "./cluster-schema";
import { kubernetesSchemas } from "./kubernetes-schemas";

const CHART = "deploy/helm/atrium";
const DATABASE = "deploy/helm/atrium-postgres";
const KUBECONFORM = ["github.com/yannh/kubeconform", "v0.8.0", "cmd/kubeconform"] as const;
const VALUES = ["bare", "everything"].map((name) => `${CHART}/ci/${name}-values.yaml`);

/** The oldest version that the chart names (kubeVersion), one between, and the newest with schemas. */
const KUBERNETES = ["1.29.0", "1.33.0", "1.37.0"] as const;

/** Checks the Helm chart: rendered by Helm, against Kubernetes' schemas, and for forbidden content. */
export async function chart(): Promise<void> {
  const helm = goProgram("helm.sh/helm/v3", "v3.22.0", "cmd/helm");
  const folder = aFolder("chart");
  lint(helm);
  const typed = await typedReleases(helm, KUBERNETES[0]);
  const rendered = [
    ...typed.service,
    ...VALUES.map((values) => template(helm, ["--values", values])),
    template(helm, ["--set", "baseUrl=https://id.example.com,existingSecret=atrium"]),
  ];
  for (const text of rendered) expectContained(text);
  holds(
    "each pod is non-root, read-only and without a token; the owner's login is in the job alone",
  );
  refusals(helm);
  conform(rendered, folder);
  database(helm, folder, typed.database);
}

function lint(helm: string): void {
  for (const values of VALUES) output(helm, ["lint", "--strict", CHART, "--values", values]);
  holds("helm lint --strict finds nothing");
}

function template(helm: string, args: string[], expected = 0): string {
  // A Helm built from its Go module assumes a very old version of Kubernetes.
  const cluster = ["--namespace", "identity", "--kube-version", KUBERNETES[0]];
  return output(helm, ["template", "atrium", CHART, ...cluster, ...args], { expected });
}

/** Checks the rules for each rendered document. */
function expectContained(text: string): void {
  const documents = text.split(/^---$/m);
  const pods = documents.filter((one) => /^\s+containers:$/m.test(one));
  expectThat(pods.length >= 3, "there are pods of web, worker and test");
  const contained = [
    ...["runAsNonRoot: true", "readOnlyRootFilesystem: true", "allowPrivilegeEscalation: false"],
    ...["drop: \\[ALL\\]", "type: RuntimeDefault", "automountServiceAccountToken: false"],
    ...["enableServiceLinks: false", "memory: "],
  ];
  for (const pod of pods)
    for (const line of contained)
      expectThat(new RegExp(line).test(pod), `every pod has ${line}:\n${pod}`);
  for (const one of documents.filter((document) => document.includes("DATABASE_OWNER_URL")))
    expectThat(/^kind: Job$/m.test(one), "the owner's login is in the migration job alone");
  expectThat(!/^kind: Secret$/m.test(text), "the chart makes no Secret");
}

/** Checks values that the chart must refuse, each with the message for the operator. */
function refusals(helm: string): void {
  const base = ["baseUrl=https://id.example.com", "existingSecret=atrium"];
  const wrong: [values: string[], told: RegExp][] = [
    [["existingSecret=atrium"], /baseUrl is missing/],
    [["baseUrl=https://id.example.com"], /existingSecret is missing/],
    [["existingSecret=atrium", "baseUrl=http://id.example.com"], /baseUrl/],
    [[...base, "web.replica=3"], /replica/],
    [[...base, "settings.ATRIUM_MASTER_KEY=x"], /settings|ATRIUM_MASTER_KEY/],
    [[...base, "trustedProxies={everybody}"], /trustedProxies/],
    [
      [...base, "autoscaling.enabled=true,autoscaling.inFlight=0,autoscaling.cpuUtilization=0"],
      /autoscaling needs a target/,
    ],
  ];
  for (const [values, message] of wrong) {
    const stdout = template(helm, ["--set", values.join(",")], 1);
    expectThat(message.test(stdout), `${values} is refused by ${message}:\n${stdout}`);
  }
  holds(`${wrong.length} wrong sets of values are refused, each with its reason`);
}

/** Checks the chart of PostgreSQL's servers against the schema of its operator. */
function database(helm: string, folder: string, typed: readonly string[]): void {
  const values = ["--values", `${DATABASE}/ci/values.yaml`];
  output(helm, ["lint", "--strict", DATABASE, ...values]);
  const render = (args: string[], expected = 0) => {
    const cluster = ["--namespace", "identity", "--kube-version", KUBERNETES[0]];
    return output(helm, ["template", "atrium-postgres", DATABASE, ...cluster, ...args], {
      expected,
    });
  };
  const named = ["--set", "ownerSecret=atrium-owner,webSecret=atrium-web"];
  const kubeconform = goProgram(...KUBECONFORM);
  const schema = clusterSchema(folder);
  const check = (text: string, expected = 0) => {
    const file = join(folder, "cluster.yaml");
    writeFileSync(file, text);
    return output(kubeconform, ["-strict", "-summary", "-schema-location", schema, file], {
      expected,
    });
  };
  for (const text of [...typed, render(values), render(named)]) {
    expectThat(
      /Valid: 1, Invalid: 0/.test(check(text)),
      "the cluster is as CloudNativePG takes it",
    );
    expectThat(
      /dataDurability: required/.test(text),
      "nothing is acknowledged by one server alone",
    );
  }
  check(render(named).replace("dataDurability", "dataDurabilty"), 1);
  for (const [wrong, message] of [
    [["webSecret=x"], /ownerSecret is missing/],
    [["ownerSecret=x"], /webSecret is missing/],
    [["ownerSecret=x", "webSecret=y", "instances=2"], /instances/],
  ] as const)
    expectThat(
      message.test(render(["--set", wrong.join(",")], 1)),
      `${wrong} is refused by ${message}`,
    );
  holds("CloudNativePG's schema takes the servers of PostgreSQL, and finds what is misspelt");
}

function conform(rendered: string[], folder: string): void {
  const kubeconform = goProgram(...KUBECONFORM);
  const schemas = kubernetesSchemas("1.37.0", KUBERNETES);
  const files = rendered.map((text, at) => {
    const file = join(folder, `${at}.yaml`);
    writeFileSync(file, text);
    return file;
  });
  const place = `${schemas}/{{.NormalizedKubernetesVersion}}-local{{.StrictSuffix}}/{{.ResourceKind}}{{.KindSuffix}}.json`;
  for (const version of KUBERNETES) {
    const stdout = output(kubeconform, [
      ...["-strict", "-summary", "-kubernetes-version", version, "-schema-location", place],
      ...files,
    ]);
    expectThat(/Invalid: 0, Errors: 0, Skipped: 0/.test(stdout), `nothing is left out: ${stdout}`);
    holds(`Kubernetes ${version}: ${stdout.trim()}`);
  }
}
