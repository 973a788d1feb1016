import type { Certificates } from "../harness/certificates";
import type { ConformanceRequest } from "./request";

/** Settings that the outer process passes to the one inside the network. */
export interface InsideSettings {
  request: ConformanceRequest;
  /** Class path of the stand-in for MongoDB. */
  standIn: string;
  certificates: Certificates;
  /** Folder for the output of every process. */
  logs: string;
}
