cmake_minimum_required(VERSION 3.21)
project(saxpy LANGUAGES CXX CUDA)
set(CMAKE_CUDA_ARCHITECTURES 86)
add_library(saxpy STATIC saxpy_strided.cu)
