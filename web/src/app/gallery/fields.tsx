import { Checkbox, FieldSet, RadioGroup } from "#ui/choice.tsx"
import { Field, SelectField } from "#ui/field.tsx"
import { PasswordField } from "#ui/password-field.tsx"
import { StarField } from "#ui/star-field.tsx"
import { TextAreaField } from "#ui/text-area-field.tsx"
import { Piece } from "./piece.tsx"

const AMOUNTS = [25, 50, 100, 250, 500].map((dollars) => ({ value: String(dollars), label: `$${dollars}` }))
const STARS = [1, 2, 3, 4, 5].map((count) => `${count} of 5`)
const LEVELS = [
  { value: "new", label: "I am new to this", note: "No problem, everybody was." },
  { value: "some", label: "I have tried it" },
  { value: "much", label: "I do it every day" },
]

export function Fields() {
  return (
    <>
      <Piece name="Field">
        <div className="gallery-fields">
          <Field label="Full Name" name="name" defaultValue="Marie-Ange Désir" />
          <Field label="Location" note="(optional)" name="location" placeholder="Jacmel" />
          <Field label="Email Address" name="email" error="Please enter a valid email address" defaultValue="marie@" />
          <Field label="Username" name="username" defaultValue="marie" disabled />
        </div>
      </Piece>
      <Piece name="Select">
        <div className="gallery-fields">
          <SelectField label="Subject" name="subject">
            <option>Choose a subject</option>
            <option>General Inquiry</option>
          </SelectField>
          <SelectField label="Program of Interest" name="program" error="Please choose one of the programs">
            <option>Choose a program</option>
          </SelectField>
        </div>
      </Piece>
      <Piece name="Text area">
        <div className="gallery-fields">
          <TextAreaField label="Message" name="message" defaultValue="Bonjou! I would like to learn." />
          <TextAreaField label="Goals" note="(optional)" name="goals" error="Goals must be at most 500 characters" />
        </div>
      </Piece>
      <Piece name="Password">
        <div className="gallery-fields">
          <PasswordField
            label="Password"
            name="password"
            autoComplete="current-password"
            defaultValue="mango season"
            showLabel="Show the password"
            hideLabel="Hide the password"
          />
          <PasswordField
            label="New password"
            name="new"
            autoComplete="new-password"
            error="Password must be at least 8 characters"
            showLabel="Show the new password"
            hideLabel="Hide the new password"
          />
        </div>
      </Piece>
      <Piece name="Stars to choose">
        <div className="gallery-fields">
          <StarField legend="Your rating" name="rating" labels={STARS} />
          <StarField legend="Refused" name="refused-rating" labels={STARS} error="Choose from 1 to 5 stars" />
        </div>
      </Piece>
      <Choices />
    </>
  )
}

function Choices() {
  return (
    <Piece name="Choices">
      <div className="gallery-fields">
        <RadioGroup legend="How well do you know it?" name="level" options={LEVELS} defaultValue="some" />
        <FieldSet legend="What we may do">
          <Checkbox label="Send me news" note="Once a month, by email." name="news" defaultChecked />
          <Checkbox label="Keep my name private" name="private" />
          <Checkbox label="Not yours to choose" name="fixed" disabled />
          <Checkbox label="I agree to the terms" name="terms" error="Please agree first" />
        </FieldSet>
        <RadioGroup legend="Amount" name="amount" look="tiles" options={AMOUNTS} defaultValue="25" />
        <RadioGroup
          legend="Amount, refused"
          name="refused"
          look="tiles"
          options={AMOUNTS.slice(0, 3)}
          error="Please choose an amount"
        />
      </div>
    </Piece>
  )
}
