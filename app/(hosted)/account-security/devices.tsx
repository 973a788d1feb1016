import type { Account } from "@/app/(hosted)/account-security/account";
import { nameOfDevice, Row, Section } from "@/app/(hosted)/account-security/section";
import { Form, SubmitButton } from "@/lib/core/oidc/pages/form";
import type { PageLook } from "@/lib/core/oidc/pages/page-look";
import type { TrustedDevice } from "@/lib/core/trusted-devices/trusted-device";
import { now } from "@/lib/kernel/clock";

interface Props {
  look: PageLook;
  account: Account;
  action: string;
}

/** List of the devices that skip the code. */
export function Devices({ look, account: { devices, trustedDeviceId }, action }: Props) {
  const { t } = look;
  if (devices.length === 0)
    return <Section id="devices" title={t("security.devices")} intro={t("security.noDevices")} />;
  return (
    <Section id="devices" title={t("security.devices")} intro={t("security.devicesIntro")}>
      <ul className="rows">
        {devices.map((device) => (
          <DeviceRow
            key={device.id}
            look={look}
            device={device}
            current={device.id === trustedDeviceId}
            action={action}
          />
        ))}
      </ul>
      {devices.length > 1 && (
        <Form action={action} hidden={{ device: "all" }}>
          <SubmitButton look="link">{t("security.forgetAll")}</SubmitButton>
        </Form>
      )}
    </Section>
  );
}

interface RowProps {
  look: PageLook;
  device: TrustedDevice;
  current: boolean;
  action: string;
}

function DeviceRow({ look, device, current, action }: RowProps) {
  const { t, format } = look;
  const name = nameOfDevice(look, device.name, device.platform);
  const used = device.lastUsedAt ?? device.createdAt;
  return (
    <Row
      name={name}
      badge={current ? t("security.thisDevice") : null}
      facts={[
        t("security.lastUsed", { time: format.relativeTime(used, now()) }),
        t("security.trustedUntil", {
          date: format.dateTime(device.expiresAt, { dateStyle: "medium" }),
        }),
      ]}
    >
      <Form action={action} hidden={{ device: device.id }}>
        <SubmitButton look="quiet" label={t("security.forgetLabel", { name })}>
          {t("security.forget")}
        </SubmitButton>
      </Form>
    </Row>
  );
}
