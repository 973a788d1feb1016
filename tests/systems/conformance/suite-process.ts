import { openSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { type Supervised, startSupervised } from "@/scripts/processes/supervised";
import { PORTS, SUITE, SUITE_MTLS } from "./addresses";
import { java, suiteJar } from "./java";
import { until } from "./until";

/** A Spring application of this size takes a minute on two busy cores. */
const START_SECONDS = 600;

/** Starts the stand-in for MongoDB and the suite.
 *  @param classPath of the stand-in
 *  @param logs the folder for their words
 *  @returns the suite's end, and how to end both; the suite is ready when its API answers (`suiteApi`) */
export async function startSuite(
  folder: string,
  classPath: string,
  logs: string,
): Promise<{ ended: Promise<number>; stop: () => Promise<void> }> {
  const mongo = logged(logs, "mongo", [
    ...["-Xmx1g", "-cp", classPath, "StandIn", `${PORTS.mongo}`],
  ]);
  await until("the stand-in for MongoDB", START_SECONDS, () => canConnect(PORTS.mongo));
  const suite = logged(logs, "suite", [
    ...["-Xmx2g", "-jar", suiteJar(folder)],
    `--server.port=${PORTS.suite}`,
    `--spring.mongodb.uri=mongodb://127.0.0.1:${PORTS.mongo}/test_suite`,
    // One user, who needs no account: nobody else reaches this network.
    ...["--fintechlabs.devmode=true", "--spring.profiles.active=dev"],
    ...[`--fintechlabs.base_url=${SUITE}`, `--fintechlabs.base_mtls_url=${SUITE_MTLS}`],
    "--openid.mongodb.targetFeatureCompatibilityVersion=",
  ]);
  return {
    ended: suite.ended,
    stop: async () => {
      await suite.stop();
      await mongo.stop();
    },
  };
}

/** Waits until the suite answers from its database.
 *  @throws Error when it ended, or took too long */
export async function suiteReady(suite: { ended: Promise<number> }): Promise<void> {
  let gone = false;
  suite.ended.then(() => {
    gone = true;
  });
  const ready = until("the suite", START_SECONDS, async () => {
    if (gone) return false;
    const { ok } = await fetch(`${SUITE}/api/plan?length=1`, {
      signal: AbortSignal.timeout(10_000),
    });
    return ok || undefined;
  });
  if (!(await ready)) throw new Error("The suite ended while starting; its words are in suite.log");
}

function logged(logs: string, name: string, args: string[]): Supervised {
  const log = openSync(join(logs, `${name}.log`), "a");
  return startSupervised([java(), ...args], { endsBy: "TERM", stdio: ["pipe", log, log] });
}

function canConnect(port: number): Promise<true | undefined> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    const answer = (found: true | undefined) => {
      socket.destroy();
      resolve(found);
    };
    socket.setTimeout(1_000, () => answer(undefined));
    socket.once("connect", () => answer(true)).once("error", () => answer(undefined));
  });
}
