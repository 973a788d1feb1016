// npm run bench -- signals: the cost of metrics, traces and the access log. All servers run at the same time
// on one database, and get requests in turn; the measure is milliseconds of CPU a request, because it doesn't
// depend on other load.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { freePort } from "@/tools/postgres/free-port";
import { type Comparison, compare } from "./support/compare";
import { type Load, requestsPerSecond } from "./support/load";
import { startService } from "./support/running-service";

/** A pair of rounds differs by ten percent and more; three percent show only in many. */
const ROUNDS = 25;

/** Machine tokens, by servers with one signal each and by one without any. */
export async function run(): Promise<Comparison[]> {
  // A collector that takes everything.
  const collector = createServer((request, response) => {
    request.resume().once("end", () => response.end());
  }).listen(0, "127.0.0.1");
  const service = await startService();
  try {
    const { aBenchPlace } = await import("./support/bench-place");
    const { tenant } = await aBenchPlace(service.baseUrl);
    const load = (baseUrl: string): Load => ({
      url: `${baseUrl}/oauth/token`,
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({
        grant_type: "client_credentials",
        client_id: tenant.clientId,
        client_secret: tenant.clientSecret,
      }).toString(),
    });
    const endpoint = `http://127.0.0.1:${(collector.address() as AddressInfo).port}`;
    const signals: Record<string, Record<string, string>> = {
      "traces, one in fifty (the default)": { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint },
      "traces, all": { OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, OTEL_TRACES_SAMPLER: "always_on" },
      metrics: { ATRIUM_METRICS_PORT: String(await freePort()) },
      "access log": { ATRIUM_ACCESS_LOG: "on" },
    };
    const done: Comparison[] = [];
    for (const [name, env] of Object.entries(signals)) {
      const server = await service.another(env);
      const contender = (who: string, { baseUrl, pid }: { baseUrl: string; pid: number }) => ({
        name: who,
        pid,
        round: (seconds: number) => requestsPerSecond(load(baseUrl), seconds),
      });
      const comparison = await compare(
        `Machine tokens: ${name}`,
        contender("with it", server),
        contender("without any signal", service),
        { rounds: ROUNDS, seconds: 2, warmUpSeconds: 3 },
      );
      const more = ((comparison.cpuRatio ?? 1) - 1) * 100;
      console.log(`  ${more.toFixed(1)} % more CPU a request, median of ${ROUNDS} pairs of rounds`);
      done.push(comparison);
      await server.stop();
    }
    return done;
  } finally {
    await service.stop();
    collector.close();
  }
}
