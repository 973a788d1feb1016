import type { Account } from "@/app/(hosted)/account-security/account";
import { nameOfDevice, Row, Section } from "@/app/(hosted)/account-security/section";
import { Form, SubmitButton } from "@/lib/core/oidc/pages/form";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";
import type { AccountSession } from "@/lib/core/sessions/open-session-store";
import { now } from "@/lib/kernel/clock";

interface Props {
  look: PageLook;
  account: Account;
  action: string;
}

/** List of a user's sessions, this browser first; includes sessions that ended by themselves while an
 *  application still has tokens of theirs. */
export function Sessions({ look, account: { sessions, sessionId }, action }: Props) {
  const { t } = look;
  const isCurrent = ({ id }: AccountSession) => id === sessionId;
  const ordered = [...sessions].sort((a, b) => Number(isCurrent(b)) - Number(isCurrent(a)));
  return (
    <Section id="sessions" title={t("security.sessions")} intro={t("security.sessionsIntro")}>
      <ul className="rows">
        {ordered.map((session) => (
          <SessionRow
            key={session.id}
            look={look}
            session={session}
            current={isCurrent(session)}
            action={action}
          />
        ))}
      </ul>
      {sessions.length > 1 && (
        <Form action={action} hidden={{ session: "others" }}>
          <SubmitButton look="link">{t("security.endOthers")}</SubmitButton>
        </Form>
      )}
    </Section>
  );
}

interface RowProps {
  look: PageLook;
  session: AccountSession;
  current: boolean;
  action: string;
}

function SessionRow({ look, session, current, action }: RowProps) {
  const { t, format } = look;
  const { deviceName, platform, lastActiveAt, clientName, tokensUntil, ipAddress } = session;
  const name = nameOfDevice(look, deviceName, platform);
  return (
    <Row
      name={name}
      badge={current ? t("security.thisDevice") : null}
      facts={[
        t("security.lastActive", { time: format.relativeTime(lastActiveAt, now()) }),
        clientName && t("security.via", { client: clientName }),
        tokensUntil &&
          t("security.tokensUntil", {
            date: format.dateTime(tokensUntil, { dateStyle: "medium" }),
          }),
        ipAddress,
      ]}
    >
      {!current && (
        <Form action={action} hidden={{ session: session.accountSessionId }}>
          <SubmitButton look="quiet" label={t("security.endLabel", { name })}>
            {t("security.end")}
          </SubmitButton>
        </Form>
      )}
    </Row>
  );
}
