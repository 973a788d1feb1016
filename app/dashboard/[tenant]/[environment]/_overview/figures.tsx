import { Figure } from "@/app/dashboard/_charts/figure";
import { placePath, withValues } from "@/app/dashboard/_nouns/place-path";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import { COUNTED_AT_MOST } from "@/lib/core/administrators/environment-health-store";
import { type EnvironmentActivity, totalOf } from "./read-activity";

/** Key figures of the environment's health. */
export async function Figures({
  activity,
  place,
}: {
  activity: EnvironmentActivity;
  place: Place;
}) {
  const { t, format } = await wordsOf("overview");
  const counted = (count: number) =>
    count >= COUNTED_AT_MOST
      ? t("figures.orMore", { count: COUNTED_AT_MOST })
      : format.number(count);
  const { counts, active, health, unit } = activity;
  const since = unit === "hour" ? "day" : "";
  const span = t(unit === "hour" ? "figures.day" : "figures.month");
  const inLog = (values: Record<string, string>) =>
    withValues(placePath(place, "audit"), { ...values, since });
  const lockouts = totalOf(counts, "login.locked");
  const logouts = health.failedLogouts + health.retriedLogouts;
  return (
    <dl className="grid grid-cols-2 gap-4 lg:grid-cols-4">
      <Figure name={t("figures.signIns")} about={span} href={inLog({ show: "sign-ins" })}>
        {format.number(totalOf(counts, "login.succeeded"))}
      </Figure>
      <Figure name={t("figures.failedSignIns")} about={span} href={inLog({ kind: "login.failed" })}>
        {format.number(totalOf(counts, "login.failed"))}
      </Figure>
      <Figure
        name={t("figures.lockouts")}
        about={span}
        href={inLog({ kind: "login.locked" })}
        isBad={lockouts > 0}
      >
        {format.number(lockouts)}
      </Figure>
      <Figure
        name={t("figures.activeToday")}
        about={t("figures.activeTodayAbout", { count: active.week })}
        href={placePath(place, "users")}
      >
        {format.number(active.day)}
      </Figure>
      <Figure
        name={t("figures.activeUsers")}
        about={t("figures.month")}
        href={placePath(place, "users")}
      >
        {format.number(active.month)}
      </Figure>
      <Figure
        name={t("figures.invitations")}
        about={t("figures.invitationsAbout", { count: counted(health.lapsedInvitations) })}
        href={withValues(placePath(place, "users"), { invitation: "open" })}
      >
        {counted(health.openInvitations)}
      </Figure>
      <Figure
        name={t("figures.mail")}
        about={t("figures.week")}
        href={withValues(placePath(place, "unsent-mail"), { status: "failed", since: "week" })}
        isBad={health.failedMail > 0}
      >
        {counted(health.failedMail)}
      </Figure>
      <Figure
        name={t("figures.logouts")}
        about={t("figures.logoutsAbout", { count: counted(health.failedLogouts) })}
        href={placePath(place, "oidc-clients")}
        isBad={logouts > 0}
      >
        {counted(logouts)}
      </Figure>
    </dl>
  );
}
