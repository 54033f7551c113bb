/** The refusals about payroll; see ../error-codes.ts. */
export const payrollErrorCodes = {
  pension_below_law: {
    status: 422,
    message: "The law asks for at least {least} % ({section}). Give that or more.",
  },
  separate_people_fixed: {
    status: 422,
    message:
      "Only the platform can let one person prepare, approve and pay a payroll. Ask its administrator.",
  },
} as const satisfies Record<string, { status: number; message: string }>;
