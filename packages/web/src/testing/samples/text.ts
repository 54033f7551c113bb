/** The longest name that most fields take, without a place to break it. */
export const longWord = "Wholesaleandretaildistributioncompanyofwestafrica".padEnd(120, "x");
