import { TextInput, type TextInputProps } from "@mantine/core";

type PersonFieldsProps<Name> = {
  /** The props of a text field, with its value and error. */
  textField: (name: Name) => TextInputProps;
};

const requiredProps = { required: true, withAsterisk: false };

/** An employee's names. The first name takes the focus. */
export function NameFields({
  textField,
}: PersonFieldsProps<"first_name" | "middle_name" | "last_name">) {
  return (
    <>
      <TextInput
        {...textField("first_name")}
        {...requiredProps}
        label="First Name"
        data-autofocus
      />
      <TextInput {...textField("last_name")} {...requiredProps} label="Last Name" />
      <TextInput {...textField("middle_name")} label="Middle Name" />
    </>
  );
}

/** How an employee is reached. */
export function ContactFields({ textField }: PersonFieldsProps<"email" | "phone">) {
  return (
    <>
      <TextInput
        {...textField("email")}
        label="Email"
        type="email"
        autoCapitalize="none"
        autoComplete="off"
        spellCheck={false}
      />
      <TextInput {...textField("phone")} label="Phone" type="tel" autoComplete="off" />
    </>
  );
}
