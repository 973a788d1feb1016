import { type AddressInfo, createServer } from "node:net";
import { SMTPServer, type SMTPServerOptions } from "smtp-server";
import { afterEach, expect, test } from "vitest";
import { certificateFor } from "@/tests/support/https-host";
import { probeMailServer, smtpFinding } from "./smtp";

const stops: (() => void)[] = [];
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
});

/** Starts a mail server that accepts mail of `ada` with the password `right`. */
async function mailServer(
  options: SMTPServerOptions = {},
): Promise<{ port: number; heard: string[] }> {
  const heard: string[] = [];
  const server = new SMTPServer({
    logger: false,
    closeTimeout: 50,
    disabledCommands: ["STARTTLS"],
    allowInsecureAuth: true,
    onAuth({ username, password }, _session, answer) {
      if (username === "ada" && password === "right") return answer(null, { user: username });
      answer(new Error("bad login"));
    },
    onMailFrom({ address }, _session, answer) {
      heard.push(address);
      answer();
    },
    ...options,
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  stops.push(() => server.close());
  return { port: (server.server.address() as AddressInfo).port, heard };
}

test("a correct login is accepted, and no mail is started", async () => {
  const { port, heard } = await mailServer();
  const seen = await probeMailServer(`smtp://ada:right@127.0.0.1:${port}`);
  expect(seen).toEqual({ host: "127.0.0.1", secure: false, hasLogin: true, error: null });
  expect(smtpFinding(seen)).toMatchObject({ status: "ok" });
  expect(heard).toEqual([]);
});

test("a wrong password is reported without the password", async () => {
  const { port } = await mailServer();
  const finding = smtpFinding(await probeMailServer(`smtp://ada:opensesame@127.0.0.1:${port}`));
  expect(finding).toMatchObject({
    status: "failed",
    todo: expect.stringContaining("user and password"),
  });
  expect(finding.seen).toMatch(/refuses the login/);
  expect(JSON.stringify(finding)).not.toContain("opensesame");
});

test("a closed port and a silent server are distinguished", async () => {
  const dead = smtpFinding(await probeMailServer("smtp://127.0.0.1:1"));
  expect(dead).toMatchObject({
    status: "failed",
    todo: expect.stringContaining("Start the mail server"),
  });
  const silent = createServer(() => {});
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  stops.push(() => silent.close());
  const { port } = silent.address() as AddressInfo;
  const startedAt = performance.now();
  const finding = smtpFinding(await probeMailServer(`smtp://127.0.0.1:${port}`, 300));
  expect(finding).toMatchObject({ status: "failed", todo: expect.stringContaining("firewalls") });
  expect(performance.now() - startedAt).toBeLessThan(5_000);
});

test("an untrusted certificate is reported", async () => {
  const { port } = await mailServer({ ...certificateFor("mail.example", 9), disabledCommands: [] });
  const finding = smtpFinding(await probeMailServer(`smtp://127.0.0.1:${port}`));
  expect(finding).toMatchObject({ status: "failed", todo: expect.stringContaining("certificate") });
});

test("the options of the address apply, as they do when mail is sent", async () => {
  const certificate = certificateFor("mail.example", 9);
  const { port } = await mailServer({ ...certificate, disabledCommands: [] });
  const url = `smtp://ada:right@127.0.0.1:${port}?tls.rejectUnauthorized=false`;
  const seen = await probeMailServer(url);
  expect(seen).toEqual({ host: "127.0.0.1", secure: true, hasLogin: true, error: null });
  const { port: plain } = await mailServer();
  const required = await probeMailServer(`smtp://127.0.0.1:${plain}?requireTLS=true`);
  expect(smtpFinding(required)).toMatchObject({
    status: "failed",
    todo: expect.stringContaining("no STARTTLS"),
  });
});

test("without TLS a password or a code travels in the clear, unless the server is on this machine", () => {
  const seen = { host: "mail.example", secure: false, hasLogin: false, error: null };
  expect(smtpFinding(seen)).toMatchObject({ status: "warning" });
  expect(smtpFinding({ ...seen, hasLogin: true })).toMatchObject({ status: "failed" });
  expect(smtpFinding({ ...seen, hasLogin: true, secure: true })).toMatchObject({ status: "ok" });
  expect(smtpFinding({ ...seen, host: "localhost" })).toMatchObject({ status: "ok" });
});
