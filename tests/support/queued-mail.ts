import type { TenantScope } from "@/lib/kernel/caller";
import { unseal } from "@/lib/kernel/crypto/seal";
import { inPrismaTransaction } from "@/lib/kernel/db/prisma-transaction";

export interface QueuedMail {
  template: string;
  locale: string;
  props: Record<string, unknown>;
}

/** Returns the mail queued to an address, the newest first. */
export async function queuedMail(scope: TenantScope, to: string): Promise<QueuedMail[]> {
  const rows = await inPrismaTransaction(scope, ({ prisma }) =>
    prisma.mailMessage.findMany({ where: { recipient: to }, orderBy: { id: "desc" } }),
  );
  return rows.map(({ id, template, locale, sealedProps }) => ({
    ...{ template, locale },
    props: Object(sealedProps ? unseal("mail", id, sealedProps) : {}),
  }));
}

/** The code of the newest message to an address. */
export async function lastCode(scope: TenantScope, to: string): Promise<string> {
  const [mail] = await queuedMail(scope, to);
  return String(mail?.props.code);
}

/** The secret in the link of the newest message to an address. */
export async function lastLinkSecret(scope: TenantScope, to: string): Promise<string> {
  const [mail] = await queuedMail(scope, to);
  return new URL(String(mail?.props.link)).searchParams.get("token") ?? "";
}
