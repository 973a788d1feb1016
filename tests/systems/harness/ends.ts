import { chmodSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { aDocumentedShell, type DocumentedShell } from "@/tests/support/documented-shell";
import { linkedCheckout } from "@/tests/support/linked-checkout";

const ends = new Set<() => Promise<void>>();

/** Registers how to end something that was just started.
 *  @returns a function that ends it earlier; it is ended once */
export function atEnd(
  end: (patienceMs?: number) => unknown,
): (patienceMs?: number) => Promise<void> {
  let ended: Promise<void> | undefined;
  const once = (patienceMs?: number): Promise<void> => {
    ended ??= (async () => void (await end(patienceMs)))().finally(() => ends.delete(once));
    return ended;
  };
  ends.add(once);
  return once;
}

/** Ends what still runs, the last first. Reports what can't be ended, and goes on with the rest. */
export async function endAll(): Promise<void> {
  for (let [end] = [...ends].reverse(); end; [end] = [...ends].reverse())
    await end().catch((error: unknown) => console.error(error));
}

/** Makes a folder for the lifetime of this process. Other accounts may enter it, like PostgreSQL's or a
 *  proxy's.
 *  @param name its name after `atrium-` */
export function aFolder(name: string): string {
  const folder = mkdtempSync(join(tmpdir(), `atrium-${name}-`));
  chmodSync(folder, 0o711);
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Makes a copy of this folder, without the files of a start. */
export function aClone(): string {
  const folder = linkedCheckout();
  atEnd(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Opens a shell for the blocks of pages, until the end (`aDocumentedShell`). */
export function aShell(...how: Parameters<typeof aDocumentedShell>): DocumentedShell {
  const shell = aDocumentedShell(...how);
  return { ...shell, end: atEnd(shell.end) };
}
