import { Row, Section } from "@/app/(hosted)/account-security/section";
import type { AccountEvent } from "@/lib/core/audit/account-event-store";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";
import { now } from "@/lib/kernel/clock";

/** List of the account's recent events. */
export function Events({ look, events }: { look: PageLook; events: readonly AccountEvent[] }) {
  const { t, format } = look;
  if (events.length === 0)
    return <Section id="events" title={t("security.events")} intro={t("security.noEvents")} />;
  return (
    <Section id="events" title={t("security.events")}>
      <ul className="rows">
        {events.map(({ id, kind, occurredAt, ipAddress }) => (
          <Row
            key={id}
            name={t(`event.${textOf(kind)}`)}
            facts={[
              <time key="at" dateTime={occurredAt.toISOString()}>
                {format.relativeTime(occurredAt, now())}
              </time>,
              ipAddress,
            ]}
          />
        ))}
      </ul>
    </Section>
  );
}

type TextOf<Kind extends string> = Kind extends `${infer Of}.${infer What}`
  ? `${Of}_${What}`
  : Kind;

/** Returns the key of an event's text: keys have no dots. */
function textOf<Kind extends string>(kind: Kind): TextOf<Kind> {
  return kind.replace(".", "_") as TextOf<Kind>;
}
