import { z } from "zod";
import { type CamelKeys, camelKeys, snakeKeys } from "@/lib/core/contract/names";

const uuid = z.uuid().toLowerCase();
const prefixed = (prefix: string) =>
  z.string().regex(new RegExp(`^${prefix}_[A-Za-z0-9_-]{1,64}$`), `must be an id like ${prefix}_…`);

/** Ids with which a page of the documentation can be filled in. All are public, and no secret can take the
 *  place of one. Their names are those of the placeholders in the pages. */
export const OwnIds = z
  .strictObject({
    client_id: prefixed("aoc"),
    machine_client_id: prefixed("ac"),
    tenant_id: prefixed("atr"),
    app_id: uuid,
    organization_id: uuid,
  })
  .partial();

export type Ids = CamelKeys<z.output<typeof OwnIds>>;

/** Address of a documentation page with these ids filled in. */
export function withIds(path: string, ids: Partial<Ids>): string {
  return `${path}?${new URLSearchParams(snakeKeys(ids) as Record<string, string>)}`;
}

const forms = OwnIds.shape;
const perhaps = (form: z.ZodType<string | undefined>) => form.optional().catch(undefined);

/** The file that a demo writes (prisma/seed.ts), reduced to its ids. Unknown contents are dropped. */
const DemoFile = z
  .object({
    oidc_client_id: perhaps(forms.client_id),
    oidc_public_client_id: perhaps(forms.client_id),
    client_id: perhaps(forms.machine_client_id),
    tenant_id: perhaps(forms.tenant_id),
    app_id: perhaps(forms.app_id),
    organization_id: perhaps(forms.organization_id),
  })
  .catch({});

/** Ids of the demo, with a client for each kind of application. */
export interface DemoIds extends Ids {
  /** Client id of a public client; `clientId` is a confidential one. */
  publicClientId?: string;
}

/** Reads the ids in the demo's file. */
export function idsOfDemo(file: unknown): DemoIds {
  const { oidcClientId, oidcPublicClientId, clientId, ...same } = camelKeys(DemoFile.parse(file));
  const clients = { clientId: oidcClientId, publicClientId: oidcPublicClientId };
  const named = { ...same, ...clients, machineClientId: clientId };
  return Object.fromEntries(Object.entries(named).filter(([, id]) => id !== undefined)) as DemoIds;
}
