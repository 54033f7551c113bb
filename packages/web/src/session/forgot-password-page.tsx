import { useNamePage } from "../ui/page-title.ts";
import { SignInFrame } from "./sign-in-frame.tsx";

export function ForgotPasswordPage() {
  useNamePage("Forgot password");
  return (
    <SignInFrame title="Forgot password?" text="">
      {null}
    </SignInFrame>
  );
}
