import type { Metadata } from "next";
import { AboutFields } from "@/app/dashboard/_nouns/about-fields";
import { Quiet } from "@/app/dashboard/_nouns/quiet";
import { Section } from "@/app/dashboard/_nouns/section";
import { ActionForm } from "@/app/dashboard/_parts/action-form";
import type { Place } from "@/app/dashboard/administrator";
import {
  readAccountSessions,
  readTrustedDevices,
} from "@/lib/account-security/read-account-security";
import type { TrustedDevice } from "@/lib/trusted-devices/trusted-device";
import { type UserPlace, userIn } from "../user-in";
import { endAllSessionsAction, forgetAllDevicesAction } from "./actions";
import { DeviceTable } from "./device-table";
import { type SessionsView, SessionTable } from "./session-table";

export const metadata: Metadata = { title: "Sessions and devices" };

/** Where a user is signed in, and which devices are spared the code. */
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

function Sessions({ view, ...shared }: Shared & { view: SessionsView }) {
  return (
    <Section
      title="Sessions"
      about="Direct ones came through your own login, hosted ones through the hosted pages. Ending one takes effect on the next request; relying parties are told."
    >
      {view.sessions.length > 0 ? (
        <SessionTable view={view} {...shared} />
      ) : (
        <p>
          <Quiet>Signed in nowhere at the moment.</Quiet>
        </p>
      )}
      {shared.mayChange && view.sessions.length > 0 && (
        <div className="mt-6">
          <ActionForm action={endAllSessionsAction} submit="End all sessions" tone="danger">
            <AboutFields place={shared.place} userId={shared.userId} />
          </ActionForm>
        </div>
      )}
    </Section>
  );
}

function Devices({ devices, ...shared }: Shared & { devices: TrustedDevice[] }) {
  return (
    <Section title="Trusted devices" about="On these the user is not asked for a code.">
      {devices.length > 0 ? (
        <DeviceTable devices={devices} {...shared} />
      ) : (
        <p>
          <Quiet>None.</Quiet>
        </p>
      )}
      {shared.mayChange && devices.length > 0 && (
        <div className="mt-6">
          <ActionForm action={forgetAllDevicesAction} submit="Forget all devices" tone="danger">
            <AboutFields place={shared.place} userId={shared.userId} />
          </ActionForm>
        </div>
      )}
    </Section>
  );
}
