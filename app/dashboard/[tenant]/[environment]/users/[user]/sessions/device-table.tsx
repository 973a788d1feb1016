import { ActionForm } from "@/app/dashboard/_parts/action-form";
import { AboutFields } from "@/app/dashboard/_parts/place-fields";
import { Table } from "@/app/dashboard/_parts/table";
import { Quiet, When } from "@/app/dashboard/_parts/text";
import { wordsOf } from "@/app/dashboard/_words/words-of";
import type { Place } from "@/app/dashboard/administrator";
import type { TrustedDevice } from "@/lib/core/trusted-devices/trusted-device";
import { forgetDeviceAction } from "./actions";

interface Props {
  devices: TrustedDevice[];
  place: Place;
  userId: string;
  mayChange: boolean;
}

/** Table of a user's trusted devices, each with a button that forgets it. */
export async function DeviceTable({ devices, place, userId, mayChange }: Props) {
  const { t } = await wordsOf("users");
  const head = [
    t("devices.head.device"),
    t("devices.head.trusted"),
    t("devices.head.lastUsed"),
    t("devices.head.until"),
    ...(mayChange ? [t("devices.head.change")] : []),
  ];
  return (
    <Table caption={t("devices.table")} head={head}>
      {devices.map((device) => (
        <tr key={device.id}>
          <td className="min-w-52 wrap-anywhere">
            <div>{device.name ?? t("devices.unknown")}</div>
            <Quiet>{[device.platform, device.ipAddress].filter(Boolean).join(" · ")}</Quiet>
          </td>
          <td>
            <When at={device.createdAt} />
          </td>
          <td>
            <When at={device.lastUsedAt} />
          </td>
          <td>
            <When at={device.expiresAt} />
          </td>
          {mayChange && (
            <td>
              <ActionForm
                action={forgetDeviceAction}
                submit={t("devices.forget")}
                named={device.name ?? t("devices.theUnknown")}
                tone="quiet"
                className="space-y-2"
              >
                <AboutFields place={place} userId={userId} id={device.id} />
              </ActionForm>
            </td>
          )}
        </tr>
      ))}
    </Table>
  );
}
