import { ExportPreview } from "./bulk/export-preview";

/** Files in which users arrive and leave: folders of the pages below the list, and the preview of an
 *  export. */
export const userFiles = { imports: "imports", export: "export", ExportPreview };
