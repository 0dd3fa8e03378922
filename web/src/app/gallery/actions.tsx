import { Button, type ButtonLook, buttonClass } from "#ui/button.tsx"
import { FormActions } from "#ui/form-actions.tsx"
import { Icon, type IconName } from "#ui/icon.tsx"
import { Menu } from "#ui/menu.tsx"
import { RareIcon, type RareIconName } from "#ui/rare-icon.tsx"
import { Tabs } from "#ui/tabs.tsx"
import { Piece } from "./piece.tsx"

const LOOKS: readonly ButtonLook[] = ["primary", "give", "quiet"]
const NIGHT_LOOKS: readonly ButtonLook[] = ["light", "ghost"]
const ICONS: readonly IconName[] = ["down", "right", "close", "check", "warning"]
const RARE_ICONS: readonly RareIconName[] = [
  "failed",
  "caution",
  "about",
  "seen",
  "hidden",
  "globe",
  "heart",
  "menu",
  "device",
  "upload",
  "pause",
]
const TABS = [
  { id: "coding", label: "Computer Programming", panel: <p>From your first line of code.</p> },
  { id: "languages", label: "Foreign Language Learning", panel: <p>French and Spanish.</p> },
  { id: "mentoring", label: "Career & Personal Mentorship", panel: <p>Somebody beside you.</p> },
]

export function Actions() {
  return (
    <>
      <Buttons />
      <Piece name="More">
        <a className="more" href="#gallery">
          View All Programs <Icon name="right" />
        </a>
      </Piece>
      <Piece name="Menu">
        <Menu
          name="gallery"
          label="Sort"
          buttonClass="nav-link"
          button={
            <>
              Sort <Icon name="down" />
            </>
          }
        >
          <ul className="menu">
            {["Newest first", "Oldest first"].map((order, at) => (
              <li key={order}>
                <a className="nav-link" href="#gallery" aria-current={at === 0 ? "true" : undefined}>
                  {order}
                </a>
              </li>
            ))}
          </ul>
        </Menu>
      </Piece>
      <Piece name="Tabs">
        <Tabs label="Programs" tabs={TABS} />
      </Piece>
      <Piece name="Icons">
        <ul className="gallery-row gallery-icons">
          {ICONS.map((name) => (
            <li key={name}>
              <Icon name={name} />
              <span>{name}</span>
            </li>
          ))}
          {RARE_ICONS.map((name) => (
            <li key={name}>
              <RareIcon name={name} />
              <span>{name}</span>
            </li>
          ))}
        </ul>
      </Piece>
    </>
  )
}

function Buttons() {
  return (
    <>
      <Piece name="Buttons">
        <div className="gallery-row">
          {LOOKS.map((look) => (
            <Button key={look} look={look}>
              {look}
            </Button>
          ))}
          <Button compact>compact</Button>
          <Button disabled>Submitting...</Button>
          <a className={buttonClass("quiet")} href="#gallery">
            a link <Icon name="right" />
          </a>
        </div>
      </Piece>
      <Piece name="Form actions">
        <FormActions cancelLabel="Cancel" onCancel={() => undefined}>
          Save Changes
        </FormActions>
      </Piece>
      <Piece name="Buttons on brand">
        <div className="band gallery-row">
          {NIGHT_LOOKS.map((look) => (
            <Button key={look} look={look}>
              {look}
            </Button>
          ))}
        </div>
      </Piece>
    </>
  )
}
