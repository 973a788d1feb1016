import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Badge } from "@/app/dashboard/_parts/blocks";
import { AboutFields } from "@/app/dashboard/_parts/place-fields";
import { Table } from "@/app/dashboard/_parts/table";
import { Quiet, When } from "@/app/dashboard/_parts/text";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { SecurityPolicy } from "@/lib/core/security-policy/security-policy";
import type { AccountSession } from "@/lib/core/sessions/open-session-store";
import { absoluteExpiry } from "@/lib/core/sessions/session";
import { endSessionAction } from "./actions";

export interface SessionsView {
  sessions: AccountSession[];
  policy: SecurityPolicy;
}

interface Props {
  view: SessionsView;
  place: Place;
  userId: string;
  mayChange: boolean;
}

/** Table of a user's live sessions, each with a button that ends it. */
export async function SessionTable({ view, place, userId, mayChange }: Props) {
  const { t } = await wordsOf("users");
  const head = [
    t("sessions.head.session"),
    t("sessions.head.signedIn"),
    t("sessions.head.lastActive"),
    t("sessions.head.ends"),
    ...(mayChange ? [t("sessions.head.change")] : []),
  ];
  return (
    <Table caption={t("sessions.open")} head={head}>
      {view.sessions.map((session) => (
        <tr key={session.accountSessionId}>
          <td className="min-w-52 wrap-anywhere">
            <span className="flex flex-wrap items-center gap-2">
              {session.deviceName ?? t("sessions.unknownDevice")}
              <Badge>{t(`sessions.kinds.${session.kind}`)}</Badge>
            </span>
            {session.tokensUntil && <Quiet>{t("sessions.tokensHeld")}</Quiet>}
            <Quiet>
              {[session.clientName, session.ipAddress, session.amr.join(" + ")]
                .filter(Boolean)
                .join(" · ")}
            </Quiet>
          </td>
          <td>
            <When at={session.authTime} />
          </td>
          <td>
            <When at={session.lastActiveAt} />
          </td>
          <td>
            <When at={session.tokensUntil ?? absoluteExpiry(session, view.policy)} />
          </td>
          {mayChange && (
            <td>
              <ActionForm
                named={t("sessions.endNamed", {
                  device: session.deviceName ?? t("sessions.anUnknownDevice"),
                })}
                action={endSessionAction}
                submit={t("sessions.end")}
                tone="quiet"
                className="space-y-2"
              >
                <AboutFields place={place} userId={userId} id={session.accountSessionId} />
              </ActionForm>
            </td>
          )}
        </tr>
      ))}
    </Table>
  );
}
