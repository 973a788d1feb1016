import type { Letter } from "./letter";
import type { Voice } from "./voice";

/** Branding of a tenant's messages. Texts are shown unchanged; rendering ensures the colour's contrast. */
export interface Brand {
  name: string;
  /** `#rrggbb`, or null for the default. */
  color: string | null;
  /** https: or mailto: */
  supportUrl: string | null;
  /** Content-ID of a logo inside the message; null shows the name instead. */
  logoCid: string | null;
}

/** A link with a secret, and its lifetime. */
export interface Link {
  link: string;
  lifetimeSeconds: number;
}

export interface Invitation {
  /** Name of the inviter; without it the tenant itself invites. */
  inviterName?: string;
  organizationName?: string;
}

/** A change of an account. Times may be in their stored form, ISO 8601. */
export interface Change {
  at: Date | string;
  accountSecurityUrl: string;
}

/** A message that the service sends: its properties, and all that depends on its kind. */
export interface Template<Props> {
  /** Rank among waiting messages: codes that are typed now, then links that sign in, then notices. */
  urgency: "code" | "link" | "notice";
  /** Tells an operator how a new message comes about once this one has failed for good. */
  afterFailure: string;
  /** Examples, by the name of their preview. */
  samples: Record<string, Props>;
  letter: (props: Props, brand: Brand, voice: Voice) => Letter;
}

const example = "token=alk_an-example-of-a-secret-which-has-43-signs";
/** Values that samples share. */
export const SAMPLE = {
  at: "2026-11-21T09:41:00.000Z",
  accountSecurityUrl: "https://id.example.com/account-security?tenant=atr_Zk3vQm8sT1pYw6Rb",
  link: (page: string) => `https://id.example.com/${page}?${example}`,
  week: 7 * 24 * 60 * 60,
} as const;

export const AFTER_NOTICE =
  "The change that it reports is in the tenant's audit log; the message does not need to be sent.";
export const AFTER_INVITATION =
  "An administrator of the tenant invites the user again, on the user's page of the dashboard; an operator is invited with `operator invite`.";
