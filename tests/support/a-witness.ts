import { generateKeyPairSync, type KeyObject, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { isSame } from "@/lib/features/audit-log/log/bytes";
import { parseCheckpoint } from "@/lib/features/audit-log/log/checkpoint";
import { isConsistent, type TreeHead } from "@/lib/features/audit-log/log/merkle-proof";
import {
  confirmedBy,
  noteVerifier,
  signatureLine,
} from "@/lib/features/audit-log/log/note-signatures";
import { type NoteVerifier, parseNote } from "@/lib/features/audit-log/log/signed-note";
import type { Witness } from "@/lib/features/audit-log/witness/witness";

/** A witness on the loopback interface, by C2SP tlog-witness. */
export interface TestWitness extends Witness {
  /** Tree head of each log that it cosigned last. */
  seen: Map<string, TreeHead>;
  /** Old size that each request named, and the status of its answer, oldest first. */
  requests: { older: number; status: number }[];
  /** Has it trust a log's key. */
  trust(verifiers: readonly NoteVerifier[]): void;
  /** Has it give wrong answers from here on, or right ones again. */
  misbehave(how: "silent" | "forged" | "busy" | "absent" | null): void;
  stop(): Promise<void>;
}

/** Answer of a witness to a request. */
interface Answered {
  status: number;
  type?: string;
  text?: string;
}

/** Starts a witness that has seen nothing. */
export async function aWitness(name: string): Promise<TestWitness> {
  const { publicKey, privateKey } = generateKeyPairSync("ed25519");
  const verifier = noteVerifier(name, publicKey, "cosignature");
  const trusted = new Map<string, NoteVerifier[]>();
  const seen = new Map<string, TreeHead>();
  const requests: TestWitness["requests"] = [];
  let way: Parameters<TestWitness["misbehave"]>[0] = null;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (way === "silent") return;
    const body = Buffer.concat(chunks).toString();
    const isHere = request.method === "POST" && request.url === "/log/add-checkpoint";
    const key = way === "forged" ? generateKeyPairSync("ed25519").privateKey : privateKey;
    const answer: Answered =
      way === "busy"
        ? { status: 503 }
        : isHere && way !== "absent"
          ? add(body, key)
          : { status: 404 };
    requests.push({ older: Number(/^old (\d+)\n/.exec(body)?.[1]), status: answer.status });
    response.writeHead(answer.status, { "content-type": answer.type ?? "text/plain" });
    response.end(answer.text);
  });

  // The checks of add-checkpoint in the protocol's order. Nothing awaits between them, so that two requests
  // can't both go on from the same size.
  function add(body: string, key: KeyObject): Answered {
    const cut = body.indexOf("\n\n");
    const [old = "", ...lines] = body.slice(0, cut).split("\n");
    const note = body.slice(cut + 2);
    const older = /^old (0|[1-9]\d*)$/.exec(old)?.[1];
    const [checkpoint, parsed] = [parseCheckpoint(note), parseNote(note)];
    if (cut < 0 || older === undefined || lines.length > 63 || !checkpoint || !parsed)
      return { status: 400 };
    const keys = trusted.get(checkpoint.origin);
    if (!keys) return { status: 404 };
    if (!keys.some((one) => confirmedBy(one, parsed) === true)) return { status: 403 };
    if (Number(older) > checkpoint.size) return { status: 400 };
    const before = seen.get(checkpoint.origin);
    if (Number(older) !== (before?.size ?? 0))
      return { status: 409, type: "text/x.tlog.size", text: `${before?.size ?? 0}\n` };
    const proof = lines.map((line) => Buffer.from(line, "base64"));
    if (proof.some((hash) => hash.length !== 32)) return { status: 400 };
    if (before && before.size === checkpoint.size && !isSame(before.root, checkpoint.root))
      return { status: 422 };
    const { size, root } = checkpoint;
    if (before ? !isConsistent(before, { size, root }, proof) : proof.length > 0)
      return { status: 422 };
    seen.set(checkpoint.origin, { size, root });
    const seconds = Math.floor(Date.now() / 1000);
    const time = Buffer.alloc(8);
    time.writeBigUInt64BE(BigInt(seconds));
    const signed = Buffer.from(`cosignature/v1\ntime ${seconds}\n${parsed.text}`);
    const line = signatureLine(verifier, Buffer.concat([time, sign(null, signed, key)]));
    return { status: 200, text: line };
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    verifier,
    url: `http://127.0.0.1:${port}/log`,
    seen,
    requests,
    trust: (verifiers) => {
      for (const one of verifiers) trusted.set(one.name, [...(trusted.get(one.name) ?? []), one]);
    },
    misbehave: (how) => {
      way = how;
    },
    stop: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
