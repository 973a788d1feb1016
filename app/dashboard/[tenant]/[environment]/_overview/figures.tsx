import { Figure } from "@/app/dashboard/_charts/figure";
import { placePath, withValues } from "@/app/dashboard/_nouns/place-path";
import type { Place } from "@/app/dashboard/administrator";
import { COUNTED_AT_MOST } from "@/lib/platform/administrators/environment-health-store";
import { type Overview, totalOf } from "./read-overview";

const numbers = new Intl.NumberFormat("en");
const counted = (count: number) =>
  count >= COUNTED_AT_MOST ? `${numbers.format(COUNTED_AT_MOST)} or more` : numbers.format(count);

/** The numbers that say whether all is well. */
export function Figures({ overview, place }: { overview: Overview; place: Place }) {
  const { counts, active, health, unit } = overview;
  const [span, since] = unit === "hour" ? ["last 24 hours", "day"] : ["last 30 days", ""];
  const inLog = (values: Record<string, string>) =>
    withValues(placePath(place, "audit"), { ...values, since });
  const lockouts = totalOf(counts, "login.locked");
  const logouts = health.failedLogouts + health.retriedLogouts;
  return (
    <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <Figure name="Sign-ins" about={span} href={inLog({ show: "sign-ins" })}>
        {numbers.format(totalOf(counts, "login.succeeded"))}
      </Figure>
      <Figure name="Failed sign-ins" about={span} href={inLog({ kind: "login.failed" })}>
        {numbers.format(totalOf(counts, "login.failed"))}
      </Figure>
      <Figure
        name="Lockouts"
        about={span}
        href={inLog({ kind: "login.locked" })}
        isBad={lockouts > 0}
      >
        {numbers.format(lockouts)}
      </Figure>
      <Figure
        name="Active today"
        about={`users, in UTC; ${numbers.format(active.week)} in the last 7 days`}
        href={placePath(place, "users")}
      >
        {numbers.format(active.day)}
      </Figure>
      <Figure name="Active users" about="last 30 days" href={placePath(place, "users")}>
        {numbers.format(active.month)}
      </Figure>
      <Figure
        name="Invitations open"
        about={`not accepted yet; ${counted(health.lapsedInvitations)} ended without`}
        href={placePath(place, "users")}
      >
        {counted(health.openInvitations)}
      </Figure>
      <Figure name="Mail that failed" about="last 7 days" isBad={health.failedMail > 0}>
        {counted(health.failedMail)}
      </Figure>
      <Figure
        name="Logouts that fail"
        about={`last 7 days; ${counted(health.failedLogouts)} given up`}
        href={placePath(place, "oidc-clients")}
        isBad={logouts > 0}
      >
        {counted(logouts)}
      </Figure>
    </dl>
  );
}
