// npm run test:alerts: holds the shipped rules and dashboards against Prometheus itself and a running Atrium.
import { findPrometheus } from "./find-prometheus";
import { missingTests, promtool } from "./rules";
import { scrapeAtrium } from "./scrape-atrium";

const found = findPrometheus();
if (!found) {
  console.error(
    "skipped: there is no Prometheus on the PATH, and apt-get can't download Debian's package",
  );
  process.exit(process.env.CI ? 1 : 0);
}

const failures = [
  ...promtool(found.promtool, ["check", "rules", "deploy/prometheus/alerts.yaml"]),
  ...promtool(found.promtool, ["check", "config", "deploy/prometheus/prometheus.yml"]),
  ...promtool(found.promtool, ["test", "rules", "deploy/prometheus/alerts.test.yaml"]),
  ...missingTests().map((name) => `The alert ${name} has no test in which it fires.`),
  ...(await scrapeAtrium(found.prometheus)),
];
for (const failure of failures) console.error(failure);
console.log(failures.length === 0 ? "ok" : `${failures.length} failed`);
process.exit(failures.length === 0 ? 0 : 1);
