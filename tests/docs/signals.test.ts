import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { registerHashMetrics } from "@/lib/core/passwords/hash-metrics";
import { SIGNING_KEY_DUE_DAYS, SIGNING_KEY_NOTICE_DAYS } from "@/lib/core/signing-keys/key-due";
import { registerConnectionMetrics } from "@/lib/kernel/db/connection-metrics";
import { registerBuildInformation } from "@/lib/kernel/process/build-information";
import { beginCounting, readMetrics } from "@/lib/kernel/process/metrics";
import { registerStorageSignals } from "@/lib/worker/storage-signals";
import "@/lib/core/credentials/credential-store";
import * as counters from "@/lib/kernel/process/counters";
import "@/lib/kernel/process/plane-capacity";

// Every metric that a shipped dashboard, an alert or the documentation names exists, and has the labels that
// they query.

interface Panel {
  id: number;
  type: string;
  title: string;
  targets?: { expr: string; refId: string }[];
}

interface Dashboard {
  uid: string;
  title: string;
  schemaVersion: number;
  templating: { list: { name: string }[] };
  panels: Panel[];
}

const folder = "deploy/grafana";
const dashboards = readdirSync(folder).map((file) => ({
  file,
  dashboard: JSON.parse(readFileSync(`${folder}/${file}`, "utf8")) as Dashboard,
}));
const alerts = readFileSync("deploy/prometheus/alerts.yaml", "utf8");
const documentation = readFileSync("docs/OBSERVABILITY.md", "utf8");

const labelsOf = new Map<string, Set<string>>();
/** Labels that Prometheus and this server's supervisor add. */
const added = ["job", "instance", "process", "le"];

beforeAll(async () => {
  await beginCounting();
  registerBuildInformation();
  registerConnectionMetrics();
  registerHashMetrics();
  await registerStorageSignals();
  // Counts one of each, so that each has its labels.
  counters.countRequest("/a", "GET", 200, 0.1);
  counters.countJob("mail.deliver", "done");
  counters.countSignIn("direct", "succeeded", "password");
  counters.countTenantSignIn("a", "direct", "succeeded");
  counters.countToken("refresh_token", "issued");
  counters.countRefusal("malformed");
  counters.countBrake("login");
  counters.countMail("sent", "");
  counters.countLogout("sent", "");
  for (const { name, type, values } of await readMetrics()) {
    const names = type === "histogram" ? ["_bucket", "_sum", "_count"] : [""];
    for (const part of names)
      labelsOf.set(
        `${name}${part}`,
        new Set(values.flatMap(({ labels }) => Object.keys(Object(labels)))),
      );
  }
  labelsOf.set("atrium_processes", new Set(["process"]));
});

/** Returns the metrics of ours, or of the client, in an expression, each with the labels that it queries. */
function named(expression: string): { metric: string; labels: string[] }[] {
  const selectors = expression.matchAll(/\b((?:atrium|nodejs|process)_\w+)(?:\{([^}]*)\})?/g);
  return [...selectors].map(([, metric = "", selector = ""]) => ({
    metric,
    labels: [...selector.matchAll(/(\w+)\s*[=!]~?/g)].map(([, label = ""]) => label),
  }));
}

/** Returns the unregistered metrics of an expression, and the labels that its metrics do not have. */
function unknown(expression: string): string[] {
  return named(expression).flatMap(({ metric, labels }) => {
    const known = labelsOf.get(metric);
    if (!known) return [metric];
    const wrong = labels.filter((label) => !known.has(label) && !added.includes(label));
    return wrong.map((label) => `${metric}{${label}}`);
  });
}

test.each(dashboards)("$file names what the service registers", ({ dashboard }) => {
  const expressions = dashboard.panels.flatMap(({ targets = [] }) =>
    targets.map(({ expr }) => expr),
  );
  expect(expressions.length).toBeGreaterThan(8);
  expect(expressions.flatMap(unknown)).toEqual([]);
  // Every query is limited to the servers that the reader chose.
  expect(expressions.filter((expr) => !expr.includes('instance=~"$instance"'))).toEqual([]);
});

test.each(dashboards)("$file is a dashboard that Grafana takes", ({ dashboard }) => {
  expect(dashboard.uid).toMatch(/^atrium-[a-z-]{3,32}$/);
  expect(dashboard.schemaVersion).toBeGreaterThanOrEqual(36);
  expect(dashboard.templating.list.map(({ name }) => name)).toEqual(["datasource", "instance"]);
  const ids = dashboard.panels.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const { type, targets } of dashboard.panels) {
    expect(["row", "stat", "timeseries"]).toContain(type);
    if (type !== "row") expect(targets?.map(({ refId }) => refId)).toContain("A");
  }
});

test("the dashboards name no tenant, no address and no host", () => {
  for (const { dashboard } of dashboards)
    expect(JSON.stringify(dashboard)).not.toMatch(/atr_|@|https?:\/\/|\d+\.\d+\.\d+\.\d+/);
});

const rules = [...alerts.matchAll(/- alert: (\w+)\n\s+expr: >-\n([\s\S]*?)\n\s+for:/g)].map(
  ([, name = "", expression = ""]) => ({ name, expression }),
);

test.each(rules)("the alert $name asks for what is there, and has its runbook", (rule) => {
  expect(unknown(rule.expression)).toEqual([]);
  expect(alerts).toContain(`runbook_url: docs/OBSERVABILITY.md#${rule.name.toLowerCase()}\n`);
  expect(documentation).toContain(`\n### ${rule.name}\n`);
});

test("a signing key is due when doctor, the alert and the documentation say so", () => {
  const notice = `(atrium_signing_key_due_seconds) < ${SIGNING_KEY_NOTICE_DAYS} * 86400`;
  expect(rules.find(({ name }) => name === "AtriumKeyDue")?.expression).toContain(notice);
  const dueSentence = `due after ${SIGNING_KEY_DUE_DAYS} days`;
  for (const text of [documentation, readFileSync("docs/OPERATIONS.md", "utf8")]) {
    expect(text).toContain(dueSentence);
    expect(text).toContain(`${SIGNING_KEY_NOTICE_DAYS} days before`);
  }
});

test("every alert is one of those", () => {
  expect(rules).toHaveLength([...alerts.matchAll(/- alert:/g)].length);
});

test("the documentation has every metric of the service, and names none that there is not", () => {
  const ours = [...labelsOf.keys()]
    .filter((name) => name.startsWith("atrium_"))
    .map((name) => name.replace(/_(bucket|sum|count)$/, ""));
  const documented = new Set([...documentation.matchAll(/`(atrium_\w+)/g)].map(([, name]) => name));
  expect([...new Set(ours)].filter((name) => !documented.has(name))).toEqual([]);
  expect([...documented].filter((name) => !ours.includes(name ?? ""))).toEqual([]);
});
