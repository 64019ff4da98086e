//! Hands the compiler's version and the profile to `build_info`.

use std::process::Command;

fn main() {
    let rustc = std::env::var("RUSTC").unwrap_or_else(|_| "rustc".to_owned());
    let version = Command::new(rustc).arg("--version").output().ok().and_then(|output| String::from_utf8(output.stdout).ok());
    println!("cargo::rustc-env=MEEPLE_RUSTC={}", version.as_deref().unwrap_or("unknown").trim());
    for name in ["TARGET", "PROFILE", "OPT_LEVEL"] {
        println!("cargo::rustc-env=MEEPLE_{name}={}", std::env::var(name).unwrap_or_default());
    }
    println!("cargo::rerun-if-changed=build.rs");
}
