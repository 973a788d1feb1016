import { getFormatter, getTranslations } from "next-intl/server";
import { type ReactNode, useId } from "react";
import { HiddenFields } from "@/app/_components/hidden-fields";
import { SubmitButton } from "@/app/_components/submit-button";
import { endSession, forgetDevice } from "@/app/(hosted)/account-security/actions";
import type { AccountSession } from "@/lib/account-security/account-session-store";
import type { AccountEvent } from "@/lib/audit/account-event-store";
import { now } from "@/lib/clock";
import type { NamedPlace } from "@/lib/oidc/own-client";
import type { TrustedDevice } from "@/lib/trusted-devices/trusted-device";

/** Where somebody is signed in, this browser first; sign-ins that ended by themselves too, while an application
 *  goes on with tokens of theirs. */
export async function Sessions(props: {
  place: NamedPlace;
  sessions: AccountSession[];
  currentId: string;
}) {
  const t = await getTranslations("security");
  const format = await getFormatter();
  const isCurrent = ({ id }: AccountSession) => id === props.currentId;
  const ordered = [...props.sessions].sort((a, b) => Number(isCurrent(b)) - Number(isCurrent(a)));
  return (
    <Section title={t("sessions")} intro={t("sessionsIntro")}>
      <ul className="divide-y divide-line border-y border-line">
        {ordered.map((session) => {
          const name = nameOf(session.deviceName, session.platform) ?? t("unknownDevice");
          return (
            <Row
              key={session.id}
              name={name}
              badge={isCurrent(session) ? t("thisDevice") : null}
              lines={[
                t("lastActive", { time: format.relativeTime(session.lastActiveAt, now()) }),
                session.clientName && t("via", { client: session.clientName }),
                session.tokensUntil &&
                  t("tokensUntil", {
                    date: format.dateTime(session.tokensUntil, { dateStyle: "medium" }),
                  }),
                session.ipAddress,
              ]}
            >
              {!isCurrent(session) && (
                <form action={endSession}>
                  <HiddenFields values={{ ...props.place, session: session.accountSessionId }} />
                  <SubmitButton look="quiet" label={t("endLabel", { name })}>
                    {t("end")}
                  </SubmitButton>
                </form>
              )}
            </Row>
          );
        })}
      </ul>
      {props.sessions.length > 1 && (
        <form action={endSession} className="mt-4">
          <HiddenFields values={{ ...props.place, session: "others" }} />
          <SubmitButton look="link">{t("endOthers")}</SubmitButton>
        </form>
      )}
    </Section>
  );
}

/** The devices that are asked for no code. */
export async function Devices({
  place,
  devices,
  currentId,
}: {
  place: NamedPlace;
  devices: TrustedDevice[];
  /** The one that this sign-in came from, if it is trusted. */
  currentId: string | null;
}) {
  const t = await getTranslations("security");
  const format = await getFormatter();
  if (devices.length === 0) return <Section title={t("devices")} intro={t("noDevices")} />;
  return (
    <Section title={t("devices")} intro={t("devicesIntro")}>
      <ul className="divide-y divide-line border-y border-line">
        {devices.map((device) => {
          const name = nameOf(device.name, device.platform) ?? t("unknownDevice");
          const used = device.lastUsedAt ?? device.createdAt;
          return (
            <Row
              key={device.id}
              name={name}
              badge={device.id === currentId ? t("thisDevice") : null}
              lines={[
                t("lastUsed", { time: format.relativeTime(used, now()) }),
                t("trustedUntil", {
                  date: format.dateTime(device.expiresAt, { dateStyle: "medium" }),
                }),
              ]}
            >
              <form action={forgetDevice}>
                <HiddenFields values={{ ...place, device: device.id }} />
                <SubmitButton look="quiet" label={t("forgetLabel", { name })}>
                  {t("forget")}
                </SubmitButton>
              </form>
            </Row>
          );
        })}
      </ul>
      {devices.length > 1 && (
        <form action={forgetDevice} className="mt-4">
          <HiddenFields values={{ ...place, device: "all" }} />
          <SubmitButton look="link">{t("forgetAll")}</SubmitButton>
        </form>
      )}
    </Section>
  );
}

/** What happened to the account lately. */
export async function Events({ events }: { events: AccountEvent[] }) {
  const t = await getTranslations("security");
  const told = await getTranslations("event");
  const format = await getFormatter();
  if (events.length === 0) return <Section title={t("events")} intro={t("noEvents")} />;
  return (
    <Section title={t("events")}>
      <ul className="divide-y divide-line border-y border-line">
        {events.map(({ id, kind, occurredAt, ipAddress }) => (
          <Row
            key={id}
            name={told(kind.replace(".", "_"))}
            badge={null}
            lines={[
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

/** A titled part of the page. */
export function Section(props: { title: string; intro?: string; children?: ReactNode }) {
  const heading = useId();
  return (
    <section aria-labelledby={heading} className="mt-12 first-of-type:mt-0">
      <h2 id={heading} className="text-lg font-semibold tracking-tight">
        {props.title}
      </h2>
      {props.intro && <p className="mt-1 mb-4 text-[0.9375rem] text-soft">{props.intro}</p>}
      {!props.intro && <div className="mb-4" />}
      {props.children}
    </section>
  );
}

function Row(props: {
  name: string;
  badge: string | null;
  lines: ReactNode[];
  children?: ReactNode;
}) {
  const lines = props.lines.filter(Boolean);
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2.5 gap-y-1 font-medium">
          {props.name}
          {props.badge && (
            <span className="rounded-full bg-good-ground px-2.5 py-0.5 text-xs font-semibold text-good">
              {props.badge}
            </span>
          )}
        </p>
        <p className="mt-0.5 flex flex-wrap gap-x-4 text-sm text-soft">
          {lines.map((line, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines never change places
            <span key={index} className="break-all">
              {line}
            </span>
          ))}
        </p>
      </div>
      {props.children}
    </li>
  );
}

/** Most names say the platform already: "Chrome on Windows". */
function nameOf(name: string | null, platform: string | null): string | null {
  if (name && platform && name.includes(platform)) return name;
  return [name, platform].filter(Boolean).join(" · ") || null;
}
