/** The longest name that most fields accept, without a break opportunity. */
export const longWord = "Wholesaleandretaildistributioncompanyofwestafrica".padEnd(120, "x");
