// npm test -- systems alerts: checks the shipped rules and dashboards against Prometheus itself and a running
// Atrium.
import { runSystem } from "../harness/system";
import { findPrometheus } from "./find-prometheus";
import { missingTests, promtool } from "./rules";
import { scrapeAtrium } from "./scrape-atrium";

await runSystem(async () => {
  const found = findPrometheus();
  const failures = [
    ...promtool(found.promtool, ["check", "rules", "deploy/prometheus/alerts.yaml"]),
    ...promtool(found.promtool, ["check", "config", "deploy/prometheus/prometheus.yml"]),
    ...promtool(found.promtool, ["test", "rules", "deploy/prometheus/alerts.test.yaml"]),
    ...missingTests().map((name) => `The alert ${name} has no test in which it fires.`),
    ...(await scrapeAtrium(found.prometheus)),
  ];
  if (failures.length > 0) throw new Error(failures.join("\n"));
});
