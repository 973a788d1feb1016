import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { type AddressInfo, connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, expect, test } from "vitest";
import { endConnectionsInTransit } from "./handed-over";

/** Listens, and accepts nothing more after a message to stand still. */
const PROCESS = `
import { createServer } from "node:net";
createServer((socket) => socket.write("taken")).listen(0, "127.0.0.1");
process.on("message", () => { process.send("still"); for (;;); });
`;

const folder = mkdtempSync(join(tmpdir(), "atrium-handed-"));
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function aProcess(): Promise<{ worker: Worker; port: number }> {
  const exec = join(folder, "process.mjs");
  writeFileSync(exec, PROCESS);
  cluster.setupPrimary({ exec, execArgv: [] });
  const worker = cluster.fork();
  endConnectionsInTransit(worker);
  const [address] = (await once(worker, "listening")) as [AddressInfo];
  return { worker, port: address.port };
}

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  return socket;
}

test("connections of a process that dies end with it, accepted or on their way", async () => {
  const { worker, port } = await aProcess();
  const taken = await connected(port);
  await once(taken, "data");
  worker.send("stand still");
  await once(worker, "message");
  const untaken = await connected(port);
  await sleep(100);
  const closed = Promise.all([once(taken, "close"), once(untaken, "close")]);
  worker.process.kill("SIGKILL");
  await closed;
  expect([taken.destroyed, untaken.destroyed]).toEqual([true, true]);
}, 20_000);
