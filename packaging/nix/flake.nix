# nix build ./packaging/nix. Not tried with Nix; its syntax is checked where Nix is installed.
{
  description = "predicts at compile time what GPU kernels cost";

  inputs.nixpkgs.url = "github:NixOS/nixpkgs/nixos-25.05";

  outputs = { self, nixpkgs }:
    let
      systems = [ "x86_64-linux" "aarch64-linux" ];
      each = f: nixpkgs.lib.genAttrs systems (system: f nixpkgs.legacyPackages.${system});
    in {
      packages = each (pkgs: {
        default = pkgs.stdenv.mkDerivation {
          pname = "clperf";
          version = "0.1.0";
          src = ../..;
          nativeBuildInputs = [ pkgs.cmake pkgs.ninja pkgs.makeWrapper ];
          buildInputs = [
            pkgs.llvmPackages_19.llvm
            pkgs.llvmPackages_19.libclang
            pkgs.cjson
            pkgs.zlib
            pkgs.zstd
            pkgs.gsl
            pkgs.xgboost
            pkgs.opencl-headers
            pkgs.ocl-icd
          ];
          cmakeFlags = [ "-DBUILD_TESTING=OFF" ];
          # The analysis starts clang-19.
          postFixup = ''
            mkdir -p $out/libexec
            ln -s ${pkgs.llvmPackages_19.clang-unwrapped}/bin/clang $out/libexec/clang-19
            for program in clperf clperf-cc clperf-analyze; do
              wrapProgram $out/bin/$program --suffix PATH : $out/libexec
            done
          '';
        };
      });
    };
}
