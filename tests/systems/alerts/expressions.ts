import { readdirSync, readFileSync } from "node:fs";

interface Panel {
  targets?: { expr: string }[];
}

/** Returns every expression of the shipped dashboards, as Grafana would query it. */
export function dashboardExpressions(): string[] {
  const folder = "deploy/grafana";
  return readdirSync(folder).flatMap((file) => {
    const { panels }: { panels: Panel[] } = JSON.parse(readFileSync(`${folder}/${file}`, "utf8"));
    const queries = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr));
    return queries.map((expr) =>
      expr.replaceAll("$__rate_interval", "1m").replaceAll("$instance", ".*"),
    );
  });
}

/** The metrics of the service that dashboards and alerts name; of a histogram its own name. */
export function namedMetrics(): string[] {
  const alerts = readFileSync("deploy/prometheus/alerts.yaml", "utf8").matchAll(
    /expr: >-\n([\s\S]*?)\n\s+for:/g,
  );
  const all = [...dashboardExpressions(), ...[...alerts].map(([, expression = ""]) => expression)];
  const names = all.join("\n").matchAll(/\b(?:atrium|nodejs|process)_\w+/g);
  return [...new Set([...names].map(([name]) => name.replace(/_bucket$/, "")))];
}
