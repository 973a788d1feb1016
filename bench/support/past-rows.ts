/** A user with past events. */
export interface PastUser {
  tenantId: string;
  environmentId: string;
  id: string;
}

/** A table that grows with time: how many partitions of how many days it gets, and its rows as COPY's
 *  text. */
export interface PastTable {
  parent: "audit_events" | "sessions";
  periods: number;
  days: number;
  columns: string;
  row(user: PastUser, ms: number, number: number): string;
}

const KINDS = ["login.succeeded", "session.created", "session.token_issued", "login.failed"];
const CONTEXT =
  '{"ip_address":"198.51.100.7","user_agent":"Mozilla/5.0 (X11; Linux x86_64)","request_id":"01JQ"}';

export const pastTables: readonly PastTable[] = [
  {
    parent: "audit_events",
    periods: 12,
    days: 30,
    columns:
      "id, tenant_id, environment_id, kind, actor, targets, context, metadata, occurred_at, received_at, written_in",
    row: (user, ms, number) => {
      const at = new Date(ms).toISOString();
      const [actor, targets] = [
        '{"type":"service","id":"login"}',
        `[{"type":"user","id":"${user.id}"}]`,
      ];
      return `${idOf(ms, number)}\t${user.tenantId}\t${user.environmentId}\t${KINDS[number % 4]}\t${actor}\t${targets}\t${CONTEXT}\t{"channel":"direct","amr":["pwd"]}\t${at}\t${at}\t\\N\n`;
    },
  },
  {
    parent: "sessions",
    periods: 6,
    days: 7,
    columns:
      "id, tenant_id, environment_id, user_id, kind, oidc_session_uid, auth_time, amr, last_active_at, created_at, expired_at",
    row: (user, ms, number) => {
      const at = new Date(ms).toISOString();
      const ended = new Date(ms + 12 * 3_600_000).toISOString();
      const [kind, uid] =
        number % 2 === 0 ? ["direct", "\\N"] : ["hosted", `${randomHex()}${randomHex()}`];
      return `${idOf(ms, number)}\t${user.tenantId}\t${user.environmentId}\t${user.id}\t${kind}\t${uid}\t${at}\t{pwd}\t${at}\t${at}\t${ended}\n`;
    },
  },
];

/** Returns an id of a moment, in the form of version 7: in the order of time, as they are made. */
function idOf(ms: number, number: number): string {
  const time = Math.floor(ms).toString(16).padStart(12, "0");
  const order = (number % 4096).toString(16).padStart(3, "0");
  return `${time.slice(0, 8)}-${time.slice(8)}-7${order}-8${randomHex().slice(0, 3)}-${randomHex()}${randomHex().slice(0, 4)}`;
}

const randomHex = () => ((Math.random() * 0x1_0000_0000) >>> 0).toString(16).padStart(8, "0");
