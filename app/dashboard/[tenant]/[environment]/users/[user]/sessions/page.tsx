import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { Section } from "@/app/dashboard/_parts/blocks";
import { AboutFields } from "@/app/dashboard/_parts/place-fields";
import { Quiet } from "@/app/dashboard/_parts/text";
import { titled } from "@/app/dashboard/_request/make-page";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import {
  readAccountSessions,
  readTrustedDevices,
} from "@/lib/core/account-security/read-account-security";
import type { TrustedDevice } from "@/lib/core/trusted-devices/trusted-device";
import { type UserPlace, userIn } from "../user-in";
import { endAllSessionsAction, forgetAllDevicesAction } from "./actions";
import { DeviceTable } from "./device-table";
import { type SessionsView, SessionTable } from "./session-table";

export const generateMetadata = titled("users", "sessions.title");

/** Sessions of a user, and the devices that skip the code. */
export default async function SessionsPage({ params }: { params: Promise<UserPlace> }) {
  const { user, place, caller, mayChange } = await userIn(params);
  const owner = { userId: user.id, appId: null };
  const view = await readAccountSessions(caller, owner);
  const devices = await readTrustedDevices(caller, owner);
  const shared = { place, userId: user.id, mayChange };
  return (
    <>
      <Sessions {...shared} view={view} />
      <Devices {...shared} devices={devices} />
    </>
  );
}

interface Shared {
  place: Place;
  userId: string;
  mayChange: boolean;
}

async function Sessions({ view, ...shared }: Shared & { view: SessionsView }) {
  const { t } = await wordsOf("users");
  return (
    <Section title={t("sessions.sessions")} about={t("sessions.sessionsAbout")}>
      {view.sessions.length > 0 ? (
        <SessionTable view={view} {...shared} />
      ) : (
        <p>
          <Quiet>{t("sessions.noSessions")}</Quiet>
        </p>
      )}
      {shared.mayChange && view.sessions.length > 0 && (
        <div className="mt-6">
          <ActionForm action={endAllSessionsAction} submit={t("sessions.endAll")} tone="danger">
            <AboutFields place={shared.place} userId={shared.userId} />
          </ActionForm>
        </div>
      )}
    </Section>
  );
}

async function Devices({ devices, ...shared }: Shared & { devices: TrustedDevice[] }) {
  const { t } = await wordsOf("users");
  return (
    <Section title={t("devices.title")} about={t("devices.about")}>
      {devices.length > 0 ? (
        <DeviceTable devices={devices} {...shared} />
      ) : (
        <p>
          <Quiet>{t("devices.none")}</Quiet>
        </p>
      )}
      {shared.mayChange && devices.length > 0 && (
        <div className="mt-6">
          <ActionForm action={forgetAllDevicesAction} submit={t("devices.forgetAll")} tone="danger">
            <AboutFields place={shared.place} userId={shared.userId} />
          </ActionForm>
        </div>
      )}
    </Section>
  );
}
