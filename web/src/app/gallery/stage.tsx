import { mount } from "#entry/mount.ts"
import { GALLERY_IDS, Gallery } from "./gallery.tsx"

const stage = document.getElementById("gallery")
if (stage) mount(stage, Gallery, {}, GALLERY_IDS)
