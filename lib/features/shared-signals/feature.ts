import type { Extensions } from "@/lib/core/extensions";
import { publicDocument } from "@/lib/core/http/public-document";
import {
  TransmitterConfiguration,
  transmitterConfigurationExample,
} from "@/lib/features/shared-signals/contract/event-stream";
import {
  deleteFormerAddresses,
  keepFormerAddress,
} from "@/lib/features/shared-signals/former-address-store";
import { keepSubject } from "@/lib/features/shared-signals/settle-changes";

/** Event streams of the Shared Signals Framework: receivers poll for security events. */
export const sharedSignals: Extensions = {
  onAddressChanged: keepFormerAddress,
  onUserErased: async (db, { id, email }) => {
    await keepSubject(db, id, email);
    await deleteFormerAddresses(db, id);
  },
  documents: [
    publicDocument({
      path: "/.well-known/ssf-configuration",
      id: "readTransmitterConfiguration",
      tag: "Shared Signals",
      summary: "Read the configuration of the transmitter",
      description:
        "What receivers of security events configure themselves by. The same for every tenant.",
      schema: TransmitterConfiguration,
      example: transmitterConfigurationExample,
    }),
  ],
};
